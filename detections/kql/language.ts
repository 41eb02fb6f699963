/**
 * Microsoft's own parser of the language. It is a translated .NET assembly that takes some 90 MB and modifies the
 * global scope, so it is loaded with the first query, and never in a process that handles events.
 */
import { createRequire } from 'node:module'

/** The members of the library's objects that are used here. */
export type SyntaxNode = {
  readonly constructor: { readonly $$name?: string }
  readonly ChildCount: number
  GetChild(index: number): SyntaxNode | null
  /** Tokens only have it. */
  readonly Text?: string
  readonly TextStart: number
}
type Code = { readonly Syntax: SyntaxNode; GetSyntaxDiagnostics(): unknown }
type Diagnostic = { readonly Start: number; readonly Message: string }
/** Globals that the library defines. Its lists have no length; its own functions walk them. */
type Library = {
  readonly Kusto: { readonly Language: { readonly KustoCode: { Parse(text: string): Code } } }
  readonly System: {
    readonly Array: { getCount(list: unknown): number; getItem(list: unknown, index: number): Diagnostic }
  }
}

let library: Library | null = null

function load(): Library {
  const require = createRequire(import.meta.url)
  require('@kusto/language-service-next/bridge.min.js')
  require('@kusto/language-service-next/Kusto.Language.Bridge.min.js')
  return globalThis as unknown as Library
}

export type Parsed = {
  readonly syntax: SyntaxNode
  readonly fault: { readonly at: number; readonly reason: string } | null
}

/** The syntax tree, which is complete even for an invalid query, and the first fault. */
export function parseKusto(text: string): Parsed {
  library ??= load()
  const code = library.Kusto.Language.KustoCode.Parse(text)
  const diagnostics = code.GetSyntaxDiagnostics()
  const { getCount, getItem } = library.System.Array
  if (getCount(diagnostics) === 0) return { syntax: code.Syntax, fault: null }
  const { Start, Message } = getItem(diagnostics, 0)
  return { syntax: code.Syntax, fault: { at: Start, reason: Message } }
}
