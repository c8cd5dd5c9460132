/**
 * Answers that came with the document (server/http/first-answers.ts): the first caller of each gets it, and no request is
 * made.
 */
export const FIRST_ANSWERS = 'first-answers'

let answers: Map<string, unknown> | undefined

function readAnswers(): Map<string, unknown> {
  const element = document.getElementById(FIRST_ANSWERS)
  const found: unknown = element ? JSON.parse(element.textContent) : {}
  // They are read once, and a page need not keep them twice.
  element?.remove()
  return new Map(Object.entries(found as object))
}

/** Whether the document answers a GET. */
export function hasFirstAnswer(path: string): boolean {
  answers ??= readAnswers()
  return answers.has(`GET ${path} `)
}

/** @param path with its query, without a data center @returns undefined for a call without an answer, or whose answer is taken */
export function takeFirstAnswer(method: string, path: string, body: BodyInit | undefined): Response | undefined {
  answers ??= readAnswers()
  const key = `${method} ${path} ${typeof body === 'string' ? body : ''}`
  const value = answers.get(key)
  if (value === undefined) return undefined
  answers.delete(key)
  return Response.json(value)
}

/** An answer is that of the document: not for a page in which somebody did something. */
export function forgetFirstAnswers(): void {
  answers = new Map()
  document.getElementById(FIRST_ANSWERS)?.remove()
}

/** Another document, as tests open them. */
export function readFirstAnswersAgain(): void {
  answers = undefined
}
