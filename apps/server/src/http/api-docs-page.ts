import type { JsonSchema, OpenApi, Operation, Parameter } from './open-api.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const toHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/**
 * The document as one plain page: a section per route group, a fold per call. Works without its script, which only
 * searches.
 */
export function renderApiDocs(document: OpenApi): string {
  const families = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const family = operation.tags[0] ?? ''
      families.set(family, [...(families.get(family) ?? []), renderCall(method.toUpperCase(), path, operation)])
    }
  const sections = [...families].map(
    ([family, calls]) =>
      `<section><h2>${toHtml(family)} <small>${calls.length}</small></h2>${calls.join('')}</section>`,
  )
  const { title, version, description } = document.info
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${toHtml(title)} API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api-docs/page.css">
<script src="/api-docs/search.js" defer></script>
</head>
<body>
<header>
<h1>${toHtml(title)} API <small>${toHtml(version)}</small></h1>
<p>${toHtml(description)} <a href="/openapi.json">OpenAPI 3.1</a></p>
<p><label>Search <input type="search" id="search" autocomplete="off" placeholder="path, words, field"></label> <output id="count"></output></p>
</header>
<main>${sections.join('\n')}</main>
</body>
</html>
`
}

function renderCall(method: string, path: string, operation: Operation): string {
  const body = Object.entries(operation.requestBody?.content ?? {})[0]
  const reply = Object.entries(operation.responses['200']?.content ?? {})[0]
  return `<details class="call" id="${toHtml(operation.operationId)}">
<summary><b class="${method.toLowerCase()}">${method}</b> <code>${toHtml(path)}</code> <span>${toHtml(operation.summary)}</span></summary>
<p>${toHtml(operation.description)}</p>
${operation.parameters.length === 0 ? '' : `<h3>Parameters</h3>${renderTable(operation.parameters)}`}
${body === undefined ? '' : `<h3>Body <small>${toHtml(body[0])}</small></h3>${renderSchema(body[1].schema)}`}
${reply === undefined ? '' : `<h3>Reply <small>${toHtml(reply[0])}</small></h3>${renderSchema(reply[1].schema)}`}
</details>`
}

function renderTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${toHtml(name)}</code></td><td>${place}</td><td>${required ? 'required' : ''}</td><td>${toHtml(describe(schema))}</td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}

/** Nested fields are indented; the rest of the schema is in the document itself. */
const renderSchema = (schema: JsonSchema): string => `<pre>${toHtml(outline(schema, ''))}</pre>`

function outline(schema: JsonSchema, indent: string): string {
  const { items, properties, required } = schema as {
    items?: JsonSchema
    properties?: Record<string, JsonSchema>
    required?: readonly string[]
  }
  if (items !== undefined) return `[ ${outline(items, indent)} ]`
  if (properties === undefined) return describe(schema)
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, one]) => `${inner}${name}${required?.includes(name) ? '' : '?'}: ${outline(one, inner)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

function describe(schema: JsonSchema): string {
  const {
    type,
    anyOf,
    enum: values,
    const: only,
    default: fallback,
    maxLength,
    maxItems,
  } = schema as {
    type?: string | readonly string[]
    anyOf?: readonly JsonSchema[]
    enum?: readonly unknown[]
    const?: unknown
    default?: unknown
    maxLength?: number
    maxItems?: number
  }
  const parts: string[] = []
  if (values !== undefined) parts.push(listValues(values))
  else if (only !== undefined) parts.push(JSON.stringify(only))
  else if (anyOf !== undefined) parts.push(anyOf.map(describe).join(' or '))
  else if (type !== undefined) parts.push([type].flat().join(' or '))
  if (maxLength !== undefined) parts.push(`at most ${maxLength} characters`)
  if (maxItems !== undefined) parts.push(`at most ${maxItems}`)
  if (fallback !== undefined) parts.push(`default ${JSON.stringify(fallback)}`)
  return parts.join(', ') || 'anything'
}

/** The document has the whole list of a long enumeration. */
function listValues(values: readonly unknown[]): string {
  const shown = values.length > 16 ? values.slice(0, 6) : values
  const words = shown.map((item) => JSON.stringify(item)).join(' | ')
  return shown.length < values.length ? `${words} | ... (${values.length} values)` : words
}

export const API_DOCS_STYLE = `:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent) }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem }
header { position: sticky; top: 0; background: Canvas; border-bottom: 1px solid var(--line); z-index: 1 }
h1 { font-size: 1.4rem; margin: .5rem 0 } h2 { font-size: 1.1rem; margin-top: 2rem } h3 { font-size: .9rem; margin-bottom: .3rem }
small { font-weight: normal; opacity: .7 }
input { font: inherit; padding: .4rem .6rem; width: min(24rem, 70vw) }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; padding: .4rem .8rem }
summary { cursor: pointer; overflow-wrap: anywhere } summary b { display: inline-block; min-width: 4.2rem; font-size: .8rem }
.get { color: #1668dc } .post { color: #389e0d } .delete { color: #d4380d }
summary span { opacity: .75 }
table { border-collapse: collapse } td { border-bottom: 1px solid var(--line); padding: .25rem .8rem .25rem 0; vertical-align: top }
pre { overflow-x: auto; padding: .6rem; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: 6px }
[hidden] { display: none }
`

export const API_DOCS_SCRIPT = `const search = document.getElementById('search')
const count = document.getElementById('count')
const calls = [...document.querySelectorAll('details.call')].map((node) => ({ node, text: node.textContent.toLowerCase() }))
const show = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let shown = 0
  for (const { node, text } of calls) {
    node.hidden = !words.every((word) => text.includes(word))
    if (!node.hidden) shown += 1
  }
  for (const section of document.querySelectorAll('section')) section.hidden = !section.querySelector('details.call:not([hidden])')
  count.textContent = shown + ' of ' + calls.length
}
search.addEventListener('input', show)
show()
const target = location.hash && document.getElementById(location.hash.slice(1))
if (target) target.open = true
`
