import type { LayoutPhoto } from '@heliograph/domain/module-layout/layout.ts'
import { useQuery } from '@tanstack/react-query'
import { imageAddress, imagesQuery } from '../../../api/plant-images.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'

/** The picture behind a layout: where the browser finds it, and its width by its height. */
export function useLayoutPhoto(photo: LayoutPhoto | null): Readonly<{ address: string; ratio: number }> | undefined {
  const { plantId } = useCurrentPlant()
  const { data } = useQuery({ ...imagesQuery(plantId), enabled: photo !== null })
  const image = data?.find(({ id }) => id === photo?.imageId)
  const address = image && imageAddress(plantId, image.id, 'large')
  return image && address ? { address, ratio: image.width / image.height } : undefined
}
