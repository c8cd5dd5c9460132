/** How an order is paid: words of the operator, and a page of theirs. */
export type PaymentWords = Readonly<{ text: string; link: string }>

/** Nothing is sold before it is said how it is paid. */
export const isPayable = ({ text, link }: PaymentWords): boolean => text.trim() !== '' || link !== ''
