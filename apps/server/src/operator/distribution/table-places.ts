/**
 * Where the tables are on a cluster (Citus). Rows of distributed tables are kept on the workers, all rows of a plant on
 * one of them: each unique key starts with `plant_id`, and no row refers to another table or sets off a trigger. In the
 * order in which they are distributed. tools/check/cluster-statements.mjs reads this list.
 */
export const distributedTables = [
  // Its partitions go with it, those of later days too.
  'samples',
  'device_latest',
  'device_rollups',
  'meter_days',
  'plant_days',
  // Read together with plant_days by the view plant_day_entries.
  'plant_day_offsets',
  'sealed_days',
  'sealed_months',
  'sealed_periods',
  'taken_samples',
  'quarantine',
  'refused_powers',
  'step_decisions',
] as const

/**
 * Stay on the coordinator: rows of people and plants, few and bound together by foreign keys, triggers and channels, and
 * what every record writes beside its samples. Nothing needs a copy on the workers: no statement joins there.
 */
export const localTables: readonly string[] = [
  ...['access_tokens', 'account_export_parts', 'account_exports', 'account_moves', 'application_cards'],
  ...['application_consents', 'application_settings', 'audit_log', 'authenticators', 'bindings', 'brand_domains'],
  ...['brand_pictures', 'brand_projects', 'brand_versions', 'brands', 'call_budgets', 'clock_lease', 'data_plans'],
  ...[
    'hand_overs',
    'installation',
    'invitations',
    'known_browsers',
    'message_addresses',
    'message_credit_entries',
    'message_credits',
  ],
  ...['message_deliveries', 'message_plants', 'message_sendings', 'message_settings', 'message_tries', 'messages'],
  ...['mqtt_broker_plants', 'mqtt_brokers'],
  ...['notices', 'old_passwords', 'one_time_secrets', 'orders', 'organization_members', 'organizations', 'own_maps'],
  ...['passkeys', 'posted_events', 'recovery_codes', 'report_recipients', 'schema_migrations', 'screen_links'],
  ...['security_events', 'server_keys', 'server_times', 'sessions', 'setup_tokens', 'sign_ins', 'signed_files'],
  ...['solarman_access'],
  ...['suggestion_pictures', 'suggestion_replies', 'suggestions', 'transfer_parts', 'user_photos', 'users'],
  ...['verification_codes', 'webhook_streams', 'webhooks', 'wires'],
  // Plants, their devices and loggers.
  ...['binned_plants', 'collect_targets', 'device_commands', 'device_likenesses', 'device_moves', 'device_networks'],
  ...[
    'device_scans',
    'device_serials',
    'devices',
    'edge_agents',
    'edge_pairings',
    'edge_requests',
    'line_series',
    'logger_budgets',
    'logger_claims',
    'logger_disputes',
  ],
  ...[
    'logger_forwards',
    'logger_guesses',
    'logger_homes',
    'logger_label_codes',
    'logger_pauses',
    'loggers',
    'module_layouts',
    'moved_loggers',
    'named_numbers',
  ],
  ...['plant_export_parts', 'plant_exports', 'plant_finances', 'plant_forecasts', 'plant_images', 'plant_members'],
  ...['plant_organizations', 'plant_search', 'plant_tags', 'plant_views', 'plants', 'export_schedules'],
  ...['export_templates', 'history_imports', 'import_files', 'import_mappings', 'recounts', 'replaced_days'],
  ...['tagged_plants', 'take_backs', 'tariffs', 'undecoded_payloads', 'utility_bills', 'waiting_records'],
  // Places and prices.
  ...['price_days', 'price_series', 'weather_days', 'weather_pauses', 'weather_places'],
  // Written with each record or each minute, joined by every list, or bound to triggers.
  ...['alarm_blocks', 'alarm_events', 'alarm_looks', 'alarm_plants', 'alarm_strings', 'alarm_user_rules'],
  ...['alarm_watches', 'alarms', 'device_now', 'logger_addresses', 'logger_contacts', 'logger_records', 'plant_now'],
  ...['fleet_firsts', 'fleet_holders', 'fleet_sums', 'fleet_tile_changes', 'fleet_tiles'],
  // Days of plants that the rooms of insight join with plants.
  ...['communication_counts', 'forecast_days', 'logger_days', 'performance_days', 'performance_plants', 'plant_hours'],
]
