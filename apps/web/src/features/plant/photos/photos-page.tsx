import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { imageAddress, imagesQuery, orderImages, type PlantImage } from '../../../api/plant-images.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { AddPhotos } from './add-photos.tsx'
import { moveTo } from './move-to.ts'
import { CaptionDialog, PhotoDialog, RemoveDialog } from './photo-dialogs.tsx'
import styles from './photos-page.module.css'

type Opened = Readonly<{ what: 'view' | 'caption' | 'remove'; id: number }> | undefined

/** `/plant/infos/photos`: the pictures of a plant, the cover first. */
export function PhotosPage() {
  const { text } = useText()
  const { plantId, can, plant } = useCurrentPlant()
  const { data, error, refetch } = useQuery(imagesQuery(plantId))
  const [opened, setOpened] = useState<Opened>()
  const mayEdit = can('editPlant')
  const close = (): void => setOpened(undefined)
  const at = data?.findIndex(({ id }) => id === opened?.id) ?? -1
  const image = data?.[at]
  return (
    <div className="page">
      <header className={styles.head}>
        <div>
          <h2>{text('photos.title')}</h2>
          <p>{text('photos.lead')}</p>
        </div>
        {mayEdit && data !== undefined && data.length > 0 && <AddPhotos count={data.length} />}
      </header>
      {data === undefined ? (
        error ? (
          <ErrorPanel failure={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={220} />
        )
      ) : data.length === 0 ? (
        <EmptyState icon="camera" title={text('photos.none')} hint={text('photos.none.hint')}>
          {mayEdit && <AddPhotos count={0} />}
        </EmptyState>
      ) : (
        <ul className={styles.grid}>
          {data.map((item, index) => (
            <Photo
              key={item.id}
              images={data}
              image={item}
              at={index}
              alt={item.caption || text('photos.alt', { plant: plant.name })}
              mayEdit={mayEdit}
              onOpen={(what) => setOpened({ what, id: item.id })}
            />
          ))}
        </ul>
      )}
      {data && image && opened?.what === 'view' && (
        <PhotoDialog images={data} at={at} onShow={(id) => setOpened({ what: 'view', id })} onClose={close} />
      )}
      {image && opened?.what === 'caption' && <CaptionDialog image={image} onClose={close} />}
      {image && opened?.what === 'remove' && <RemoveDialog image={image} onClose={close} />}
    </div>
  )
}

type PhotoProps = Readonly<{
  images: readonly PlantImage[]
  image: PlantImage
  at: number
  alt: string
  mayEdit: boolean
  onOpen: (what: 'view' | 'caption' | 'remove') => void
}>

function Photo({ images, image, at, alt, mayEdit, onOpen }: PhotoProps) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const client = useQueryClient()
  const { run } = useAction()
  const put = (place: number): void =>
    void run('order', async () => {
      await orderImages(
        plantId,
        moveTo(
          images.map(({ id }) => id),
          at,
          place,
        ),
      )
      await client.invalidateQueries({ queryKey: imagesQuery(plantId).queryKey })
    })
  return (
    <li className={styles.photo}>
      <button type="button" className={styles.open} onClick={() => onOpen('view')}>
        <img src={imageAddress(plantId, image.id, 'small')} alt={alt} loading="lazy" />
      </button>
      <div className={styles.foot}>
        <span>
          {at === 0 && <b className={styles.cover}>{text('photos.cover')}</b>} {image.caption}
        </span>
        {mayEdit && (
          <Menu
            label={`${text('photos.edit')}: ${alt}`}
            button={<Icon name="more" size={18} />}
            groups={[
              [
                { id: 'caption', content: text('photos.edit'), onPick: () => onOpen('caption') },
                at > 0 && { id: 'cover', content: text('photos.makeCover'), onPick: () => put(0) },
                at > 0 && { id: 'earlier', content: text('photos.earlier'), onPick: () => put(at - 1) },
                at < images.length - 1 && { id: 'later', content: text('photos.later'), onPick: () => put(at + 1) },
              ],
              [{ id: 'remove', content: text('photos.remove'), icon: 'trash', onPick: () => onOpen('remove') }],
            ]}
          />
        )}
      </div>
    </li>
  )
}
