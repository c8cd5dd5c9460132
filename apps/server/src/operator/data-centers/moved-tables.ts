/**
 * The tables that move with an account: how their rows are found at the source and how their IDs change at the target.
 * One list for both sides; a test ensures that no table of plants or users is missing.
 */
export type MovedTable = Readonly<{
  name: string
  /** Finds the rows as jsonb in `row`. $1: the account, $2: its plants, $3: the move. */
  find: string
  /** Holds plant_id, device_id, logger_id: they get the IDs of the new rows. */
  ofPlant?: true
  ofDevice?: true
  ofLogger?: true
  /** Columns that name the account; any other user's ID becomes null. */
  persons?: readonly string[]
  /** These rows get new IDs. */
  renumbered?: true
  /** Columns that get fresh values at the target. */
  reset?: Readonly<Record<string, unknown>>
  /** Changes to these columns during a move send the rows again. */
  isWatched?: true
  /** Stays behind when the account merges into another one. */
  ofAccountOnly?: true
  /** A row that the target already has stays unchanged. */
  mayExist?: true
}>

const ofPlants = (name: string): string =>
  `select to_jsonb(t) as row from ${name} t where t.plant_id = any($2::bigint[])`
const ofUser = (name: string): string => `select to_jsonb(t) as row from ${name} t where t.user_id = $1`

/** In write order: plants before devices before the rows of both. */
export const movedTables: readonly MovedTable[] = [
  {
    name: 'users',
    find: "select to_jsonb(t) - 'moved_to' as row from users t where t.id = $1",
    // The brand of an address of this center.
    reset: { visit: '' },
    isWatched: true,
    ofAccountOnly: true,
  },
  {
    name: 'plants',
    find: 'select to_jsonb(t) as row from plants t where t.id = any($2::bigint[])',
    isWatched: true,
    // The loggers that carry commands speak elsewhere now: allowed anew there.
    reset: { commands: 'off' },
  },
  { name: 'devices', find: ofPlants('devices'), ofLogger: true, isWatched: true },
  {
    name: 'plant_members',
    find: `${ofPlants('plant_members')} and t.user_id = $1`,
    ofPlant: true,
    persons: ['user_id', 'granted_by'],
    isWatched: true,
  },
  {
    name: 'loggers',
    find: `select to_jsonb(t) || jsonb_build_object('plant_id', m.plant_id) as row
      from moved_loggers m join loggers t on t.wire = m.wire and t.address = m.address where m.move_id = $3`,
    ofPlant: true,
    persons: ['registered_by'],
    // Nobody asked for a pause there.
    // Nor can a replacement be taken back: its numbers are others.
    reset: { paused_at: null, resumed_at: null, replaced: null },
  },
  {
    name: 'logger_pauses',
    find: `select to_jsonb(t) as row
      from moved_loggers m join loggers l on l.wire = m.wire and l.address = m.address
        join logger_pauses t on t.logger_id = l.id
      where m.move_id = $3`,
    ofLogger: true,
  },
  {
    name: 'logger_records',
    // Preferences for other plants are useless at the target.
    find: `select to_jsonb(t) as row
      from moved_loggers m join loggers l on l.wire = m.wire and l.address = m.address
        join logger_records t on t.logger_id = l.id and t.plant_id = m.plant_id
      where m.move_id = $3`,
    ofPlant: true,
    ofLogger: true,
  },
  {
    name: 'named_numbers',
    find: `select to_jsonb(t) as row
      from moved_loggers m join loggers l on l.wire = m.wire and l.address = m.address
        join named_numbers t on t.logger_id = l.id
      where m.move_id = $3`,
    ofLogger: true,
    renumbered: true,
  },
  {
    name: 'device_serials',
    find: ofPlants('device_serials'),
    ofPlant: true,
    ofDevice: true,
    reset: { former: null },
  },
  {
    name: 'device_moves',
    // The other plant may stay where it is.
    find: `select to_jsonb(t) || '{"from_plant_id": null, "from_device_id": null, "logger_id": null, "still_logger_id": null}' as row
      from device_moves t where t.plant_id = any($2::bigint[])`,
    ofPlant: true,
    ofDevice: true,
    ofLogger: true,
  },
  // New numbers keep the order of the old ones.
  { name: 'replaced_days', find: ofPlants('replaced_days'), ofPlant: true, ofDevice: true },
  { name: 'samples', find: ofPlants('samples'), ofPlant: true, ofDevice: true },
  { name: 'sealed_days', find: ofPlants('sealed_days'), ofPlant: true, ofDevice: true },
  { name: 'sealed_months', find: ofPlants('sealed_months'), ofPlant: true, ofDevice: true },
  { name: 'device_latest', find: ofPlants('device_latest'), ofPlant: true, ofDevice: true },
  { name: 'device_now', find: ofPlants('device_now'), ofPlant: true, ofDevice: true },
  { name: 'meter_days', find: ofPlants('meter_days'), ofPlant: true, ofDevice: true },
  { name: 'step_decisions', find: ofPlants('step_decisions'), ofPlant: true, ofDevice: true },
  { name: 'device_rollups', find: ofPlants('device_rollups'), ofPlant: true, ofDevice: true },
  { name: 'sealed_periods', find: ofPlants('sealed_periods'), ofPlant: true, ofDevice: true },
  { name: 'quarantine', find: ofPlants('quarantine'), ofPlant: true, ofDevice: true },
  { name: 'refused_powers', find: ofPlants('refused_powers'), ofPlant: true, ofDevice: true },
  { name: 'taken_samples', find: ofPlants('taken_samples'), ofPlant: true, ofDevice: true },
  { name: 'logger_addresses', find: ofPlants('logger_addresses'), ofPlant: true, ofLogger: true },
  { name: 'take_backs', find: ofPlants('take_backs'), ofPlant: true, ofLogger: true, persons: ['taken_by'] },
  { name: 'logger_contacts', find: ofPlants('logger_contacts'), ofPlant: true, ofLogger: true },
  { name: 'plant_days', find: ofPlants('plant_days'), ofPlant: true },
  { name: 'plant_day_offsets', find: ofPlants('plant_day_offsets'), ofPlant: true },
  { name: 'recounts', find: ofPlants('recounts'), ofPlant: true },
  { name: 'tariffs', find: ofPlants('tariffs'), ofPlant: true },
  { name: 'price_series', find: ofPlants('price_series'), ofPlant: true },
  { name: 'price_days', find: ofPlants('price_days'), ofPlant: true },
  { name: 'plant_finances', find: ofPlants('plant_finances'), ofPlant: true },
  { name: 'utility_bills', find: ofPlants('utility_bills'), ofPlant: true, renumbered: true },
  { name: 'undecoded_payloads', find: ofPlants('undecoded_payloads'), ofPlant: true, ofLogger: true },
  {
    // They keep their IDs, by which events name them.
    name: 'alarms',
    find: ofPlants('alarms'),
    ofPlant: true,
    ofDevice: true,
    ofLogger: true,
    persons: ['acknowledged_by', 'assigned_to'],
  },
  {
    name: 'alarm_events',
    // Events without a notification yet are not notified from the target: the mailboxes are known here.
    find: `select to_jsonb(t) || jsonb_build_object('notified_at', coalesce(t.notified_at, now())) as row
      from alarm_events t where t.plant_id = any($2::bigint[])`,
    ofPlant: true,
    persons: ['user_id'],
    renumbered: true,
  },
  {
    name: 'alarm_blocks',
    find: ofPlants('alarm_blocks'),
    ofPlant: true,
    ofDevice: true,
    persons: ['created_by'],
    renumbered: true,
  },
  { name: 'alarm_watches', find: ofPlants('alarm_watches'), ofPlant: true, ofDevice: true },
  { name: 'alarm_plants', find: ofPlants('alarm_plants'), ofPlant: true },
  {
    name: 'alarm_user_rules',
    find: `select to_jsonb(t) as row from alarm_user_rules t
      where t.user_id = $1 and (t.plant_id is null or t.plant_id = any($2::bigint[]))`,
    ofPlant: true,
    persons: ['user_id'],
    reset: { organization_id: null },
  },
  {
    name: 'plant_images',
    find: ofPlants('plant_images'),
    ofPlant: true,
    persons: ['created_by'],
    renumbered: true,
  },
  {
    name: 'module_layouts',
    find: ofPlants('module_layouts'),
    ofPlant: true,
    persons: ['changed_by'],
    isWatched: true,
  },
  {
    name: 'audit_log',
    find: ofPlants('audit_log'),
    ofPlant: true,
    ofDevice: true,
    persons: ['user_id'],
    renumbered: true,
    // The values that it would put back name numbers that are others there.
    reset: { organization_id: null, undo: null },
  },
  {
    name: 'user_photos',
    find: ofUser('user_photos'),
    persons: ['user_id'],
    isWatched: true,
    ofAccountOnly: true,
    mayExist: true,
  },
  { name: 'old_passwords', find: ofUser('old_passwords'), persons: ['user_id'], isWatched: true, ofAccountOnly: true },
  {
    name: 'authenticators',
    find: ofUser('authenticators'),
    persons: ['user_id'],
    isWatched: true,
    ofAccountOnly: true,
  },
  {
    name: 'recovery_codes',
    find: ofUser('recovery_codes'),
    persons: ['user_id'],
    isWatched: true,
    ofAccountOnly: true,
  },
  {
    name: 'passkeys',
    find: ofUser('passkeys'),
    persons: ['user_id'],
    isWatched: true,
    ofAccountOnly: true,
    mayExist: true,
  },
  {
    name: 'bindings',
    find: ofUser('bindings'),
    persons: ['user_id'],
    isWatched: true,
    ofAccountOnly: true,
    mayExist: true,
  },
  {
    name: 'message_settings',
    find: ofUser('message_settings'),
    persons: ['user_id'],
    // The brand of an address of this center.
    reset: { host: '' },
    isWatched: true,
    ofAccountOnly: true,
  },
  {
    // Prepaid: what is left is spent at the target, and added there when the account merges (take-over.ts); its log and its
    // orders stay with the operator who sold it.
    name: 'message_credits',
    find: ofUser('message_credits'),
    persons: ['user_id'],
    isWatched: true,
    ofAccountOnly: true,
    mayExist: true,
  },
  {
    name: 'message_plants',
    find: `${ofPlants('message_plants')} and t.user_id = $1`,
    ofPlant: true,
    persons: ['user_id'],
    isWatched: true,
  },
  {
    name: 'message_addresses',
    // Browsers subscribed with the key of this center, and chats talk to its bot: they are added anew there. The
    // contacts of the account follow from the account.
    find: `select to_jsonb(t) - 'failures' - 'last_sent_at' as row from message_addresses t
      where t.user_id = $1 and t.channel in ('ntfy', 'webhook')`,
    persons: ['user_id'],
    renumbered: true,
    reset: { failures: 0 },
    isWatched: true,
    mayExist: true,
  },
  { name: 'known_browsers', find: ofUser('known_browsers'), persons: ['user_id'], ofAccountOnly: true },
  { name: 'sign_ins', find: ofUser('sign_ins'), persons: ['user_id'], renumbered: true, ofAccountOnly: true },
  {
    // The file stays behind; the fact that an export was made this year moves along.
    name: 'account_exports',
    find: `${ofUser('account_exports')} and t.state in ('ready', 'expired')`,
    persons: ['user_id'],
    renumbered: true,
    reset: { state: 'expired' },
    ofAccountOnly: true,
  },
]

/**
 * Other people's rights on the moving plants, by email address. An account with that address at the target gets the
 * same rights, any other address an invitation. Organizations stay, so their administrators get the rights as persons.
 */
export const guestTable = {
  name: 'guests',
  find: `select to_jsonb(g) as row from (
      select m.plant_id, lower(u.email) as email, u.language,
          case m.role when 'owner' then 'admin' else m.role end as role, m.rights, m.expires_at
        from plant_members m join users u on u.id = m.user_id
        where m.plant_id = any($2::bigint[]) and m.user_id <> $1 and u.email is not null
      union all
      select p.plant_id, lower(u.email), u.language, case p.role when 'owner' then 'admin' else p.role end, p.rights, p.expires_at
        from plant_organizations p join organization_members o on o.organization_id = p.organization_id and o.role = 'admin'
        join users u on u.id = o.user_id
        where p.plant_id = any($2::bigint[]) and o.user_id <> $1 and u.email is not null
      union all
      select i.plant_id, lower(i.email), '', i.role, i.rights, i.grant_ends_at
        from invitations i where i.plant_id = any($2::bigint[]) and i.expires_at > now()
    ) g`,
  isWatched: true,
} as const satisfies MovedTable

export const allMoved: readonly MovedTable[] = [...movedTables, guestTable]
