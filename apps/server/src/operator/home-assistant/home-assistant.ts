/** The room's front door: this server as an add-on of Home Assistant. */
export { connectHome, type HomeDesks } from './connect-home.ts'
export { createHomeAssistantDoor, type HomeAssistantDoor, type HomeAssistantUser } from './enter.ts'
export { readSupervisorConfig, type SupervisorConfig } from './read-config.ts'
export { createSupervisor } from './supervisor.ts'
