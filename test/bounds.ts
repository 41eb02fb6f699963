/**
 * Writes docs/bounds.md from the limits in the sources: `node bin/run.mjs test/bounds.ts`. The comment of a limit has a
 * line for the page:
 *
 *     /** @bound events in a batch -> 413 *\/
 *     eventsMax: 50_000,
 *
 * The value is that of the declaration, in the unit that its name ends with. `= VALUE` before the arrow states it in other
 * words: `{}` in it is the value, `{:n}` the plain number, `{:bytes}` and `{:percent}` the value in that unit, and `{NAME}`
 * another member of the same object or another constant of the file. `{0001-tenants.sql events_burst}` is the number that follows
 * these words in a migration, for a limit that a store keeps.
 */
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { PROGRAM_FOLDERS } from './cruise.ts'

const ROOT = path.join(import.meta.dirname, '..')
const MIGRATIONS = ['stores/postgres/migrations', 'stores/clickhouse/migrations']
export const PAGE = path.join(ROOT, 'docs/bounds.md')
const REFERENCES_MAX = 8

/** A line that is not complete, or whose value is unknown. */
class Fault extends Error {}

export type Bound = { readonly file: string; readonly limit: string; readonly value: string; readonly effect: string }

/** The bounds of one source file, and what is wrong with its lines. */
export function boundsOf(file: string, text: string): { readonly bounds: Bound[]; readonly faults: string[] } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const bounds: Bound[] = []
  const faults: string[] = []
  const visit = (node: ts.Node): void => {
    for (const line of linesOf(node)) {
      try {
        bounds.push(boundOf(file, node, line))
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        faults.push(error.message)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  const written = text.match(/^[ ]*(?:\/\*\*|\*|\/\/) @bound /gm)?.length ?? 0
  if (written !== bounds.length + faults.length) faults.push(`${file}: a @bound stands above no declaration`)
  return { bounds, faults }
}

const linesOf = (node: ts.Node): string[] =>
  ts.getJSDocCommentsAndTags(node).flatMap((comment) => {
    if (comment.parent !== node || !ts.isJSDoc(comment)) return []
    const tags = comment
      .getText()
      .replace(/^\/\*\*|\*\/$/g, '')
      .split(/^[ *]*@/m)
      .slice(1)
    return tags.flatMap((tag) => {
      const [, line] = /^bound\s+([\s\S]*)$/.exec(tag) ?? []
      return line === undefined ? [] : [line.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim()]
    })
  })

function boundOf(file: string, node: ts.Node, line: string): Bound {
  const [, limit, template, effect] = /^(.*?)(?: = (.*?))? -> (.*)$/.exec(line) ?? []
  if (limit === undefined || effect === undefined) throw new Fault(`${file}: "@bound ${line}" is no LIMIT -> EFFECT`)
  const declared = declarationOf(node)
  const known = (name: string): string => {
    const value = declared && (memberOf(declared, name) ?? constant(node.getSourceFile(), name, 0))
    if (value === undefined) throw new Fault(`${file}: "${line}" names ${name}, which is no number here`)
    return inUnit(name, value)
  }
  const own = declared && numberOf(declared.initializer, 0)
  const value = template === undefined ? ownValue(declared, own) : filled(template, declared?.name ?? '', own, known)
  if (value === undefined) throw new Fault(`${file}: "${line}" has no value`)
  return { file, limit, value, effect }
}

type Declared = { readonly name: string; readonly initializer: ts.Expression; readonly node: ts.Node }

function declarationOf(node: ts.Node): Declared | undefined {
  const declaration = ts.isVariableStatement(node) ? node.declarationList.declarations[0] : node
  if (declaration === undefined) return undefined
  if (!ts.isVariableDeclaration(declaration) && !ts.isPropertyAssignment(declaration)) return undefined
  const { name, initializer } = declaration
  return initializer && { name: name.getText(), initializer, node: declaration }
}

/** The number in its unit, or the name of a setting: `SVC_LOG_MAX_MB`, 8,192 by default. */
function ownValue(declared: Declared | undefined, own: number | undefined): string | undefined {
  if (declared === undefined) return undefined
  if (own !== undefined) return inUnit(declared.name, own)
  const { initializer } = declared
  if (!ts.isCallExpression(initializer)) return undefined
  const [setting, byDefault] = initializer.arguments
  if (setting === undefined || byDefault === undefined || !ts.isStringLiteral(setting)) return undefined
  const value = numberOf(byDefault, 0)
  return value === undefined ? undefined : `\`${setting.text}\`, ${grouped(value)} by default`
}

function filled(
  template: string,
  name: string,
  own: number | undefined,
  known: (name: string) => string,
): string | undefined {
  const needsOwn = /\{(?::\w+)?\}/.test(template)
  if (needsOwn && own === undefined) return undefined
  const value = own ?? 0
  const units: Readonly<Record<string, string>> = {
    '': inUnit(name, value),
    ':n': grouped(value),
    ':bytes': bytes(value),
    ':percent': `${grouped(value * 100)}%`,
  }
  return template
    .replaceAll(/\{(\d{4}-[\w-]+\.sql) ([^}]+)\}/g, (_, file: string, words: string) => inMigration(file, words))
    .replaceAll(/\{(:?\w*)\}/g, (_, one: string) => units[one] ?? known(one))
}

/** The number behind these words, which has to be the same wherever the migration has them. */
function inMigration(file: string, words: string): string {
  const found = MIGRATIONS.map((folder) => path.join(ROOT, folder, file)).find((one) => fs.existsSync(one))
  if (found === undefined) throw new Fault(`there is no migration ${file}`)
  const lines = fs.readFileSync(found, 'utf8').split('\n')
  const numbers = lines.flatMap((line) => {
    const [, behind] = line.split(words)
    return /\d+/.exec(behind ?? '')?.[0] ?? []
  })
  const [number, ...others] = new Set(numbers)
  if (number === undefined || others.length > 0) throw new Fault(`${file} has no single number behind "${words}"`)
  return grouped(Number(number))
}

/** A member of the declared object, or of the object that the declaration is a member of. */
function memberOf({ node, initializer }: Declared, name: string): number | undefined {
  const objects = [bare(initializer), node.parent].filter(ts.isObjectLiteralExpression)
  const members = objects.flatMap(({ properties }) => [...properties]).filter(ts.isPropertyAssignment)
  const found = members.find((member) => member.name.getText() === name)
  return found && numberOf(found.initializer, 0)
}

function bare(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node
}

const OPERATORS: ReadonlyMap<ts.SyntaxKind, (left: number, right: number) => number> = new Map([
  [ts.SyntaxKind.AsteriskToken, (left, right) => left * right],
  [ts.SyntaxKind.PlusToken, (left, right) => left + right],
  [ts.SyntaxKind.MinusToken, (left, right) => left - right],
  [ts.SyntaxKind.SlashToken, (left, right) => left / right],
  [ts.SyntaxKind.LessThanLessThanToken, (left, right) => left * 2 ** right],
  [ts.SyntaxKind.AsteriskAsteriskToken, (left, right) => left ** right],
])

/** The number that an expression of numbers and constants stands for. */
function numberOf(expression: ts.Expression, references: number): number | undefined {
  const node = bare(expression)
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isIdentifier(node)) return constant(node.getSourceFile(), node.text, references)
  if (ts.isPropertyAccessExpression(node)) {
    const object = ts.isIdentifier(node.expression) && initializerOf(node.getSourceFile(), node.expression.text)
    if (!object || !ts.isObjectLiteralExpression(bare(object)) || references >= REFERENCES_MAX) return undefined
    const members = (bare(object) as ts.ObjectLiteralExpression).properties.filter(ts.isPropertyAssignment)
    const member = members.find(({ name }) => name.getText() === node.name.text)
    return member && numberOf(member.initializer, references + 1)
  }
  if (!ts.isBinaryExpression(node)) return undefined
  const left = numberOf(node.left, references)
  const right = numberOf(node.right, references)
  return left === undefined || right === undefined ? undefined : OPERATORS.get(node.operatorToken.kind)?.(left, right)
}

function constant(source: ts.SourceFile, name: string, references: number): number | undefined {
  if (references >= REFERENCES_MAX) return undefined
  const initializer = initializerOf(source, name)
  return initializer && numberOf(initializer, references + 1)
}

/** The initializer of a constant of the file, or of one that the file imports by a relative path. */
function initializerOf(source: ts.SourceFile, name: string): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations)
        if (declaration.name.getText() === name) return declaration.initializer
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue
    const imported = bindings.elements.find((element) => element.name.text === name)
    const { text: from } = statement.moduleSpecifier
    if (imported === undefined || !from.startsWith('.')) continue
    const file = path.posix.join(path.posix.dirname(source.fileName), from)
    const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
    const other = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    return initializerOf(other, (imported.propertyName ?? imported.name).text)
  }
  return undefined
}

const UNITS: readonly (readonly [name: RegExp, text: (value: number) => string])[] = [
  [/bytes/i, bytes],
  [/Ms$|Ms[A-Z]|_MS$|_MS_/, time],
  [/seconds/i, (value) => time(value * 1000)],
  [/minutes/i, (value) => time(value * 60_000)],
  [/hours/i, (value) => time(value * 3_600_000)],
  [/days/i, (value) => `${grouped(value)} days`],
  [/years?$/i, String],
  [/Mb$|_MB$/, (value) => `${grouped(value)} MB`],
  [/[Cc]hars(?![a-z])|CHARS(?![A-Z])|[Ll]ength|LENGTH/, characters],
]

const inUnit = (name: string, value: number): string =>
  (UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? grouped)(value)

const grouped = (value: number) => value.toLocaleString('en')

function bytes(value: number): string {
  const [power, unit] =
    (
      [
        [30, 'GiB'],
        [20, 'MiB'],
        [10, 'KiB'],
      ] as const
    ).find(([one]) => value % 2 ** one === 0) ?? []
  return power === undefined ? `${grouped(value)} bytes` : `${grouped(value / 2 ** power)} ${unit}`
}

function characters(value: number): string {
  return value % 2 ** 20 === 0 ? `${grouped(value / 2 ** 20)} Mi characters` : `${grouped(value)} characters`
}

/** In the largest unit that gives a whole number; less than three days in hours. */
function time(ms: number): string {
  if (ms >= 3 * 86_400_000 && ms % 86_400_000 === 0) return `${grouped(ms / 86_400_000)} days`
  if (ms >= 3_600_000 && ms % 3_600_000 === 0) return ms === 3_600_000 ? '1 hour' : `${grouped(ms / 3_600_000)} hours`
  if (ms >= 120_000 && ms % 60_000 === 0) return `${grouped(ms / 60_000)} min`
  return ms >= 500 ? `${grouped(ms / 1000)} s` : `${grouped(ms)} ms`
}

function* sources(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const one = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') yield* sources(one)
    } else if (one.endsWith('.ts') && !one.endsWith('.test.ts')) yield one
  }
}

export function* programSources(folders: readonly string[] = PROGRAM_FOLDERS) {
  for (const file of folders.flatMap((folder) => [...sources(folder)].sort()))
    yield { file, text: fs.readFileSync(path.join(ROOT, file), 'utf8') }
}

export function boundsPage(): string {
  const faults: string[] = []
  const sections = PROGRAM_FOLDERS.flatMap((folder) => {
    const marked = [...programSources([folder])].filter(({ text }) => text.includes('@bound '))
    const bounds = marked.flatMap(({ file, text }) => {
      const found = boundsOf(file, text)
      faults.push(...found.faults)
      return found.bounds
    })
    const rows = bounds.map(({ file, limit, value, effect }) => `| ${limit} | ${value} | ${effect} | \`${file}\` |`)
    const table = ['| Limit | Value | Effect | Where |', '|---|---|---|---|', ...rows].join('\n')
    return rows.length === 0 ? [] : [`## ${folder}\n\n${table}\n`]
  })
  if (faults.length > 0) throw new Fault(faults.join('\n'))
  return `# Bounds

Every limit of svc, and its effect when it is reached. Several limits in one row are separated by semicolons, in the same order
in each column. \`node bin/run.mjs test/bounds.ts\` writes this page from the sources: each line is a \`@bound\` of a comment there, and
the values are those of the program.

${sections.join('\n')}`
}

if (import.meta.main) fs.writeFileSync(PAGE, boundsPage())
