export const PlantRail = () => null
