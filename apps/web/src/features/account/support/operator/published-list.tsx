import { type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { RowsLoading, SettingCard } from '../../../../ui/setting.tsx'
import styles from '../support.module.css'

/** Everything of a kind that the operator publishes, with a dialog that adds to it. */
export function PublishedList<Row>({
  title,
  add,
  none,
  rows,
  loading,
  dialog,
  children,
}: Readonly<{
  title: string
  add: string
  none: string
  /** undefined: not loaded yet. */
  rows: readonly Row[] | undefined
  loading: Readonly<{ error: unknown; refetch: () => unknown }>
  dialog: (close: () => void) => ReactNode
  children: (row: Row) => ReactNode
}>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingCard
      title={title}
      aside={
        <Button icon="add" kind="primary" onClick={() => setOpen(true)}>
          {add}
        </Button>
      }
    >
      {rows === undefined && <RowsLoading error={loading.error} refetch={loading.refetch} />}
      {rows?.length === 0 && <p className={styles.none}>{none}</p>}
      {rows?.map(children)}
      {isOpen && dialog(() => setOpen(false))}
    </SettingCard>
  )
}
