export const PlantCreatePage = () => null
