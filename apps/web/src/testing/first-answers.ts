/** A document with answers (server/http/first-answers.ts), by method, path and body. */
export function toFirstAnswers(answers: Readonly<Record<string, unknown>>): void {
  const element = document.createElement('script')
  Object.assign(element, { type: 'application/json', id: 'first-answers', textContent: JSON.stringify(answers) })
  document.body.append(element)
}
