/** The eight per-plant rights of the field (screens.md 2.4). */
export const plantRights = [
  'viewPlantAlert',
  'viewPlantInfo',
  'viewPlantDevice',
  'editPlant',
  'deletePlant',
  'setPlant',
  'addPlantDevice',
  'deletePlantDevice',
] as const
export type PlantRight = (typeof plantRights)[number]

export const plantRoles = ['owner', 'admin', 'viewer'] as const
export type PlantRole = (typeof plantRoles)[number]

/** What a role may do unless its member was given something else: an administrator edits but never deletes. */
export const rightsOfRole: Readonly<Record<PlantRole, readonly PlantRight[]>> = {
  owner: plantRights,
  admin: plantRights.filter((right) => right !== 'deletePlant'),
  viewer: ['viewPlantAlert', 'viewPlantInfo', 'viewPlantDevice'],
}

export const isPlantRight = (text: string): text is PlantRight => (plantRights as readonly string[]).includes(text)
