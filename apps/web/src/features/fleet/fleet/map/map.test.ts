import type { Status } from '@heliograph/domain/status.ts'
import { describe, expect, it } from 'vitest'
import type { FleetPlace } from '../../../../api/fleet.ts'
import { clusterPlaces, pointsOf } from './cluster.ts'
import { boundsOf, enterView, fitView, panView, project, toScreen, zoomView } from './projection.ts'
import { toPaths } from './topology.ts'

const size = { width: 1000, height: 500 }
const place = (latitudeDeg: number, longitudeDeg: number, status: Status = 'well', id = 1): FleetPlace => ({
  latitudeDeg,
  longitudeDeg,
  status,
  count: 1,
  plantId: id,
  name: `P${id}`,
})

describe('the projection', () => {
  it('puts the equator and Greenwich in the middle, and north above', () => {
    expect(project(0, 0)).toEqual({ x: 0.5, y: 0.5 })
    expect(project(60, 0).y).toBeLessThan(project(50, 0).y)
    expect(project(90, 180)).toEqual(project(84, 180))
  })

  it('fits all points into the picture', () => {
    const points = [project(-45, 170), project(69, 19), project(32, -110)]
    const view = fitView(points, size)
    for (const point of points) {
      const { x, y } = toScreen(view, size, point)
      expect(x).toBeGreaterThan(50)
      expect(x).toBeLessThan(950)
      expect(y).toBeGreaterThan(50)
      expect(y).toBeLessThan(450)
    }
    expect(fitView([project(48, 10)], size).k).toBe(24_000)
  })

  it('zooms about a pixel, which stays where it is', () => {
    const view = fitView([project(48, 10), project(40, 20)], size)
    const before = { x: view.x + 200 / view.k, y: view.y - 100 / view.k }
    const at = { x: 700, y: 150 }
    const { x, y } = toScreen(zoomView(view, 3, size, at), size, before)
    expect(x).toBeCloseTo(700, 6)
    expect(y).toBeCloseTo(150, 6)
  })

  it('moves with the hand, never beyond the world', () => {
    const view = fitView([project(48, 10), project(40, 20)], size)
    const moved = toScreen(panView(view, 30, -20, size), size, view)
    expect(moved.x).toBeCloseTo(530, 6)
    expect(moved.y).toBeCloseTo(230, 6)
    expect(panView(view, 1e9, 0, size).x).toBe(0)
  })

  it('asks the server for the same part after a small move', () => {
    const view = { x: 0.52, y: 0.34, k: 60_000 }
    const bounds = boundsOf(view, size)
    expect(boundsOf(panView(view, 3, 3, size), size)).toEqual(bounds)
    expect(bounds.west).toBeLessThan(bounds.east)
    expect(bounds.south).toBeLessThan(bounds.north)
    expect(boundsOf({ x: 0.5, y: 0.5, k: 1000 }, size)).toMatchObject({ west: -180, east: 180 })
  })
})

describe('the dots', () => {
  it('join where they are near, the worst status shown', () => {
    const places = [place(48, 10, 'well', 1), place(48.1, 10.1, 'silent', 2), place(-30, 20, 'asleep', 3)]
    const dots = clusterPlaces(places, fitView(pointsOf(places), size), size)
    expect(dots.map(({ count, status }) => [count, status])).toEqual([
      [2, 'silent'],
      [1, 'asleep'],
    ])
  })

  it('part when one looks closer', () => {
    const places = [place(48, 10, 'well', 1), place(48.1, 10.1, 'silent', 2)]
    expect(clusterPlaces(places, enterView(pointsOf(places), size), size)).toHaveLength(2)
  })

  it('stand in a ring when they are at one spot', () => {
    const places = [1, 2, 3].map((id) => place(48, 10, 'well', id))
    const dots = clusterPlaces(places, enterView(pointsOf(places), size), size)
    expect(dots).toHaveLength(3)
    expect(new Set(dots.map(({ at }) => `${at.x.toFixed()} ${at.y.toFixed()}`)).size).toBe(3)
  })

  it('leave out what is outside of the picture', () => {
    expect(clusterPlaces([place(48, 10)], fitView([project(-30, -60)], size), size)).toEqual([])
  })
})

it('outlines are read from their arcs, forwards and backwards', () => {
  const { land, borders } = toPaths({
    transform: { scale: [10, 10], translate: [0, 0] },
    arcs: [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [0, 0],
        [1, 0],
        [0, 0],
      ],
    ],
    objects: { land: { geometries: [{ type: 'MultiPolygon', arcs: [[[0, ~1]]] }] } },
  })
  expect(land).toBe('M500.000,500.000L527.778,500.000L527.778,500.000L527.778,500.000L500.000,500.000Z')
  expect(borders.match(/M/g)).toHaveLength(2)
})

it('land beyond the 180th meridian is drawn at both edges', () => {
  const { land, borders } = toPaths({
    transform: { scale: [1, 1], translate: [0, 0] },
    // From 170 to 190 degrees.
    arcs: [
      [
        [170, 0],
        [9, 0],
        [-349, 0],
        [0, 10],
        [340, 0],
        [0, -10],
      ],
    ],
    objects: { land: { geometries: [{ type: 'MultiPolygon', arcs: [[[0]]] }] } },
  })
  const spans = (land + borders).split(/(?=M)/).map((part) => {
    const xs = [...part.matchAll(/([\d.-]+),/g)].map(([, x]) => Number(x))
    return Math.max(...xs) - Math.min(...xs)
  })
  expect(land.match(/M/g)).toHaveLength(2)
  expect(Math.max(...spans)).toBeLessThan(100)
})
