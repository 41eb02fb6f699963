/** Finds declared names that say nothing: `told`, `Asked`, `said`. A name is the field's noun for the value it holds. */
import { parseSync } from 'vite'

/** Anywhere in a name: `saidOf`, `isTold`, `AskedBy`. */
const WORDS: ReadonlySet<string> = new Set(['told', 'said', 'asked', 'heard', 'given', 'went', 'unsaid', 'untold'])
/** As a whole name; `isTaken` and `usernameTaken` are English. */
const WHOLE: ReadonlySet<string> = new Set(['taken', 'take'])
/** As a whole name of a type, or at its end. */
const TYPE = /^Held$|^Take$|(?:Fate|Door|Taken)$/
const MAYBE = /told|said|asked|heard|given|went|take|Held|Fate|Door/i
/** Names of columns, of members of the API and of metrics are written with underscores, and are stored or sent. */
const STORED = /^[a-z\d]+(?:_[a-z\d]+)+$/

type Node = { readonly type: string; readonly [member: string]: unknown }

/** The declared names of a source file that say nothing, each once. Names of the members of `wire` are stored or sent. */
export function emptyNames(file: string, text: string, wire: readonly string[] = []): string[] {
  if (!MAYBE.test(text)) return []
  const found = new Set<string>()
  const add = (node: unknown, isType = false) => {
    const name = nameOf(node)
    if (name !== null && !wire.includes(name) && saysNothing(name, isType)) found.add(name)
  }
  visit(parseSync(file, text).program as unknown as Node, add)
  return [...found]
}

function saysNothing(name: string, isType: boolean): boolean {
  if (STORED.test(name)) return false
  const parts = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  if (parts.some((part) => WORDS.has(part)) || WHOLE.has(parts.join(''))) return true
  return isType && TYPE.test(name)
}

function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null
  return node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? (node.name as string) : null
}

function visit(node: unknown, add: (node: unknown, isType?: boolean) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, add)
  if (!isNode(node)) return
  if (/^(?:Class|TSTypeAlias|TSInterface)Declaration$/.test(node.type)) add(node.id, true)
  else if (/^(?:FunctionDeclaration|FunctionExpression|TSDeclareFunction)$/.test(node.type)) add(node.id)
  else if (node.type === 'VariableDeclarator') addPattern(node.id, add)
  else if (/^(?:PropertyDefinition|MethodDefinition|TSPropertySignature|TSMethodSignature|Property)$/.test(node.type))
    if (node.computed !== true) add(node.key)
  if (Array.isArray(node.params)) for (const param of node.params) addPattern(param, add)
  for (const member of Object.values(node)) if (typeof member === 'object' && member !== null) visit(member, add)
}

/** Names that a pattern binds: `[a, ...b]`, `{ c: d = 1 }`. */
function addPattern(node: unknown, add: (node: unknown) => void): void {
  if (!isNode(node)) return
  add(node)
  if (node.type === 'ObjectPattern')
    for (const one of node.properties as Node[]) addPattern(one.value ?? one.argument, add)
  if (node.type === 'ArrayPattern') for (const one of node.elements as unknown[]) addPattern(one, add)
  if (node.type === 'AssignmentPattern') addPattern(node.left, add)
  if (node.type === 'RestElement') addPattern(node.argument, add)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
