import data from './models.json' with { type: 'json' }

/** A point: name, type, registers, and the name or the value of its scale factor. */
export type Point = Readonly<{ name: string; type: string; size: number; sf?: string | number }>

export type Model = Readonly<{
  id: number
  points: readonly Point[]
  /** The repeated part; `countedBy`: the point that says how often. */
  group?: Readonly<{ points: readonly Point[]; countedBy?: string }>
}>

type Row = readonly (string | number)[]
const toPoint = ([name, type, size, sf]: Row): Point => ({
  name: String(name),
  type: String(type),
  size: Number(size),
  ...(sf === undefined ? {} : { sf }),
})

const models: ReadonlyMap<number, Model> = new Map(
  data.models.map(({ id, points, group }): [number, Model] => [
    id,
    {
      id,
      points: points.map(toPoint),
      ...(group
        ? {
            group: {
              points: group.points.map(toPoint),
              countedBy: 'countedBy' in group ? String(group.countedBy) : 'N',
            },
          }
        : {}),
    },
  ]),
)

/** A model by its number; undefined for one that is not read. */
export const findModel = (id: number): Model | undefined => models.get(id)

/** The registers of some points. */
export const sizeOf = (points: readonly Point[]): number => points.reduce((sum, { size }) => sum + size, 0)
