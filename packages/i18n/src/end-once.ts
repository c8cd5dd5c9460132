/** A sentence ends once, also where its last value brings a period of its own: "20. Nov.". */
export const endOnce = (text: string): string => text.replace(/(?<!\.)\.\.(?=\s|$)/g, '.')
