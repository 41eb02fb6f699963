import { type ReactNode, useEffect, useRef, useState } from 'react'

type WhenNearProps = {
  /** Selector of the box that scrolls; without it, the page scrolls. */
  readonly within?: string
  readonly children: ReactNode
}

/** How far beyond the edge of the box, so that who scrolls sees nothing being drawn. */
const MARGIN = '600px 0px'

/** Calls `come` once, when the element is near the visible part of the box around it. Returns the end of the watch. */
export function watchNear(element: HTMLElement, within: string | undefined, come: () => void): () => void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      come()
    },
    { root: within === undefined ? null : element.closest(within), rootMargin: MARGIN },
  )
  watch.observe(element)
  return () => watch.disconnect()
}

/** Draws its children once a scroll brings them near, and from then on: until then they cost no drawing and no request. */
export function WhenNear({ within, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = place.current
    return element === null || isNear ? undefined : watchNear(element, within, () => setIsNear(true))
  }, [isNear, within])
  return isNear ? children : <div ref={place} className="comes" />
}
