/** The room's front door: programs of people receive what their plants measured (docs/webhooks.md). */
export { addWebhook, listWebhooks, removeWebhook, resumeWebhook } from './webhook-list.ts'
export { createWebhookService, type WebhookService, type WebhookTests } from './webhook-service.ts'
