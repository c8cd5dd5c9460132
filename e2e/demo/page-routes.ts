import { readFileSync } from 'node:fs'
import ts from 'typescript'

const sourceOf = (file: string): ts.SourceFile => {
  const path = new URL(`../../apps/web/src/${file}`, import.meta.url)
  return ts.createSourceFile(file, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
}

/** The paths that the page's router knows, as its two tables write them: a new one is met wherever it stands. */
export function readPageRoutes(): readonly string[] {
  const constants = readConstants('address/account-paths.ts')
  const routes: string[] = []
  const read = (node: ts.Node, above: string): void => {
    let path = above
    if ((ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) && node.tagName.getText() === 'Route')
      routes.push(...ownPaths(node, above, constants))
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'Route')
      path = ownPaths(node.openingElement, above, constants)[0] ?? above
    ts.forEachChild(node, (child) => read(child, path))
  }
  for (const file of ['routes.tsx', 'signed-in-routes.tsx']) read(sourceOf(file), '')
  return [...new Set(routes)]
}

/** Of one `<Route>`: none where it is only a frame around others. @throws where its path is written in a new way */
function ownPaths(
  route: ts.JsxOpeningElement | ts.JsxSelfClosingElement,
  above: string,
  constants: ReadonlyMap<string, string>,
): readonly string[] {
  const attribute = route.attributes.properties.find(
    (property) => ts.isJsxAttribute(property) && property.name.getText() === 'path',
  )
  if (attribute === undefined) return []
  const value = ts.isJsxAttribute(attribute) ? attribute.initializer : undefined
  const path =
    value && ts.isStringLiteral(value) ? value.text : constants.get(value?.getText().replace(/[{}]/g, '') ?? '')
  if (path === undefined) throw new Error(`The path of this route is not known here: ${route.getText()}`)
  return [path.startsWith('/') || above === '' ? path : `${above}/${path}`]
}

/** `export const NAME = '...'` of a file. */
function readConstants(file: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  ts.forEachChild(sourceOf(file), (node) => {
    if (!ts.isVariableStatement(node)) return
    for (const { name, initializer } of node.declarationList.declarations)
      if (initializer && ts.isStringLiteral(initializer)) found.set(name.getText(), initializer.text)
  })
  return found
}
