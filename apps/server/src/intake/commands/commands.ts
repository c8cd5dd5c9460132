/** The room's front door: what people read from a device and set on it at once, over its logger's connection. */
export { createAskForTarget } from './ask-for-target.ts'
export { listCommands } from './command-log.ts'
export { type CommandOutcome, createCommands, type DeviceCommands, type SettingOutcome } from './create-commands.ts'
export { openLoggerLines } from './logger-lines.ts'
export { getCommandPermission, setCommandPermission } from './permission.ts'
