import type { ReactNode } from 'react'

type ScrollsProps = { readonly name: string; readonly isCard?: boolean; readonly children: ReactNode }

/** A table that is wider than a small screen scrolls in its place, and not the page. */
export function Scrolls({ name, isCard = false, children }: ScrollsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={isCard ? 'card table-scroll' : 'table-scroll'} tabIndex={0} aria-label={name}>
      {children}
    </section>
  )
}
