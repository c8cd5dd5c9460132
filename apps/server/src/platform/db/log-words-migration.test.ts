import { expect, it } from 'vitest'
import { createOlderDatabase } from '../../testing/older-database.ts'

it('keeps what the log says of contacts and alarm bounds, and its undo', async () => {
  const test = await createOlderDatabase('-log-words.sql')
  const { pool } = test.db
  try {
    await pool.query(
      `insert into audit_log (at, call, detail, undo) values
        (now(), 'POST /maintain-s/station/{id}/contact', $1, $2),
        (now(), 'POST /maintain-s/station/{id}/config/alarms', $3, null),
        (now(), 'PUT /maintain-s/station/update', $1, null)`,
      [
        { id: 7, ownerName: 'says "ownerName": so', 'ownerName.before': '' },
        { former: { ownerName: '', contactPhone: '' }, after: { ownerName: 'Ilse', contactPhone: '1' } },
        { exportLimitPower: 7000, 'exportLimitPower.before': null },
      ],
    )

    await test.migrate()

    const { rows } = await pool.query('select detail, undo from audit_log order by id')
    expect(rows).toEqual([
      {
        detail: { id: 7, owner: 'says "ownerName": so', 'owner.before': '' },
        undo: { former: { owner: '', phone: '' }, after: { owner: 'Ilse', phone: '1' } },
      },
      { detail: { exportLimitW: 7000, 'exportLimitW.before': null }, undo: null },
      { detail: { id: 7, ownerName: 'says "ownerName": so', 'ownerName.before': '' }, undo: null },
    ])
  } finally {
    await test.drop()
  }
})
