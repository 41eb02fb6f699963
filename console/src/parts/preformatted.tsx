import { shown } from './shown.tsx'

const LENGTH_MAX = 65_536

/** Text with its own line breaks, in a box that scrolls. */
export function Preformatted({ name, text }: { readonly name: string; readonly text: string }) {
  const lines = text.slice(0, LENGTH_MAX).split('\n')
  const rest = text.length > LENGTH_MAX ? `\n… ${text.length.toLocaleString()} characters in all` : ''
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="grow scrolls" tabIndex={0} aria-label={name}>
      <pre>
        {lines.map((line) => shown(line, LENGTH_MAX)).join('\n')}
        {rest}
      </pre>
    </section>
  )
}
