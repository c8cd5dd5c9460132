export { type Delivery, readDelivery } from './delivery.ts'
export type { Letter, LetterKind, Post, ShortMessage } from './post.ts'
export { startPost } from './start-post.ts'
