import type { UseQueryResult } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { ApiProblem } from '../api/client.ts'
import { shown } from '../parts/shown.tsx'
import { go } from './route.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 1_440
const AT = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Such as `12 min ago`, `in 3 h`. */
export function Since({ at }: { readonly at: string }) {
  const minutes = Math.round((Date.now() - Date.parse(at)) / MINUTE_MS)
  const size = Math.abs(minutes)
  const text =
    size < HOUR_MINUTES
      ? `${size} min`
      : size < DAY_MINUTES
        ? `${Math.round(size / HOUR_MINUTES)} h`
        : `${Math.round(size / DAY_MINUTES)} d`
  return (
    <time dateTime={at} title={at}>
      {minutes < 0 ? `in ${text}` : `${text} ago`}
    </time>
  )
}

export const Clock = ({ at }: { readonly at: string }) => <time dateTime={at}>{AT.format(new Date(at))}</time>

/** A link inside the app. */
export function Go({
  to,
  className,
  followed,
  children,
}: {
  readonly to: string
  readonly className?: string
  /** Called when the link is followed, also into another tab. */
  readonly followed?: () => void
  readonly children: ReactNode
}) {
  const follow = (event: MouseEvent) => {
    followed?.()
    if (event.metaKey || event.ctrlKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  )
}

export const Level = ({ level }: { readonly level: string }) => <span className={`level level-${level}`}>{level}</span>

type LoadedProps<T> = {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'dataUpdatedAt' | 'isFetching' | 'refetch'>
  readonly children: (data: T) => ReactNode
}

/** Shows the last data with its age while the network is bad. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { data, error } = query
  if (data !== undefined)
    return (
      <>
        {error && (
          <p className="quiet small" role="status">
            As of <Since at={new Date(query.dataUpdatedAt).toISOString()} />: no answer since.
          </p>
        )}
        {children(data)}
      </>
    )
  if (error) return <Problem error={error} retry={() => void query.refetch()} />
  return <div className="wait" role="status" aria-label="Loading" />
}

export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const text =
    error instanceof ApiProblem
      ? error.message
      : error instanceof TypeError
        ? 'No connection to the server.'
        : error instanceof Error
          ? error.message
          : String(error)
  return (
    <div className="problem" role="alert">
      <p>{shown(text, 400)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}

export function Card({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
