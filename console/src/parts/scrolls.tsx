import type { ReactNode } from 'react'

type ScrollsProps = { readonly name: string; readonly isCard?: boolean; readonly children: ReactNode }

/** A table wider than the screen scrolls inside this box instead of scrolling the page. */
export function Scrolls({ name, isCard = false, children }: ScrollsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={isCard ? 'card table-scroll' : 'table-scroll'} tabIndex={0} aria-label={name}>
      {children}
    </section>
  )
}
