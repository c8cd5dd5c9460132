import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    plant_images: {
      id: Generated<number>
      plant_id: number
      position: number
      caption: string
      width: number
      height: number
      large: Buffer
      small: Buffer
      created_at: Stamp
      created_by: number | null
    }
  }
}
