/** The chart that a query requests. It is not drawn here; a client that shows the rows may draw it. */
import { literalValue } from './literal.ts'
import type { Tree } from './tree.ts'

export type RenderHint = {
  /** `timechart`, `piechart` and so on, as it is written. */
  readonly chart: string
  /** `title`, `xcolumn`, `ycolumns` and so on; column names are separated by commas. */
  readonly properties: Readonly<Record<string, string>>
}

/** Reads the last operator of the query's own pipe. */
export function renderHint(block: Tree): RenderHint | null {
  const statements = block.is === 'node' ? block.of : []
  const main = statements.find((one) => one.is === 'node' && one.type === 'ExpressionStatement')
  const [pipe] = main?.is === 'node' ? main.of : []
  const last = pipe?.is === 'node' && pipe.type === 'PipeExpression' ? pipe.of[1] : undefined
  if (last?.is !== 'node' || last.type !== 'RenderOperator') return null
  const [clause] = last.of
  const settings = [...last.settings, ...(clause?.is === 'node' ? clause.settings : [])]
  const properties = Object.fromEntries(settings.map(([name, value]) => [name, textIn(value)]))
  return { chart: last.words[1] ?? 'table', properties }
}

function textIn(tree: Tree): string {
  if (tree.is === 'name') return tree.name
  if (tree.is === 'node') return tree.of.map(textIn).join(',')
  return /^[@hH"']/.test(tree.text) ? String(literalValue(tree.text, tree.at)) : tree.text
}
