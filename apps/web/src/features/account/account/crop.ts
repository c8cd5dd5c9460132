/** The cropped square of a picture. Pure: the picture's pixels in, pixels out. */
export type Size = Readonly<{ width: number; height: number }>
/** zoom 1: as much as fits; x and y: the middle of the square, 0 to 1 of the picture. */
export type Crop = Readonly<{ zoom: number; x: number; y: number }>

export const MAX_ZOOM = 4
export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 }

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value))

/** The edge of the cropped square, in pixels of the picture. */
const edgeOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom

/** The same crop with its square inside the picture. */
export function clampCrop(picture: Size, crop: Crop): Crop {
  const zoom = between(1, crop.zoom, MAX_ZOOM)
  const half = edgeOf(picture, zoom) / 2
  return {
    zoom,
    x: between(half / picture.width, crop.x, 1 - half / picture.width),
    y: between(half / picture.height, crop.y, 1 - half / picture.height),
  }
}

/** Top left corner and edge of the cropped square, in pixels of the picture. */
export function squareOf(picture: Size, crop: Crop): Readonly<{ left: number; top: number; edge: number }> {
  const { zoom, x, y } = clampCrop(picture, crop)
  const edge = edgeOf(picture, zoom)
  return { left: x * picture.width - edge / 2, top: y * picture.height - edge / 2, edge }
}

/**
 * Drags the picture below the window. @param by pixels of the screen @param windowEdge edge of the window on the screen
 */
export function dragCrop(picture: Size, crop: Crop, by: Readonly<{ x: number; y: number }>, windowEdge: number): Crop {
  const perPixel = edgeOf(picture, crop.zoom) / windowEdge
  return clampCrop(picture, {
    ...crop,
    x: crop.x - (by.x * perPixel) / picture.width,
    y: crop.y - (by.y * perPixel) / picture.height,
  })
}
