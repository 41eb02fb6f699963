import { type ReactNode, useEffect, useRef, useState } from 'react'

type WhenNearProps = {
  /** Selector of the box that scrolls. */
  readonly within: string
  readonly children: ReactNode
}

/** How far beyond the edge of the box, so that who scrolls sees nothing being drawn. */
const MARGIN = '600px 0px'

/** Draws its children once a scroll brings them near, and from then on: until then they cost no drawing and no request. */
export function WhenNear({ within, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null || isNear) return undefined
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { root: element.closest(within), rootMargin: MARGIN },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [isNear, within])
  return isNear ? children : <div ref={place} className="comes" />
}
