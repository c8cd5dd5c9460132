export { type Delivery, readDelivery } from './delivery.ts'
export type { Letter, Post, ShortMessage } from './post.ts'
export { startPost } from './start-post.ts'
