import { useState } from 'react'

const STORED = 'svc.alert-columns'
const NAME = /^[a-z]{1,40}$/

/** Columns that this browser shows; the default columns if it has none. */
export function useColumns(): readonly [readonly string[], (columns: readonly string[]) => void] {
  const [columns, setColumns] = useState<readonly string[]>(() =>
    (localStorage.getItem(STORED) ?? '').split(',').filter((name) => NAME.test(name)),
  )
  const choose = (next: readonly string[]) => {
    localStorage.setItem(STORED, next.join(','))
    setColumns(next)
  }
  return [columns, choose]
}
