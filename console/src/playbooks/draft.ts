/** The text in the editor: its steps, its problems, and how it is saved. */
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { parse } from 'yaml'
import { type AnswerOf, call } from '../api/call.ts'
import { type Flow, flowOf } from './flow.ts'
import type { Problem } from './step-panel.tsx'

export type Playbook = AnswerOf<'GET /api/v1/playbooks/{id}'>

const CHECK_AFTER_MS = 500

export function read(text: string): { readonly document: unknown; readonly fault: string | null } {
  try {
    return { document: parse(text) as unknown, fault: null }
  } catch (error) {
    return { document: null, fault: error instanceof Error ? (error.message.split('\n')[0] ?? 'no YAML') : 'no YAML' }
  }
}

/** The path of a fault of the text itself, which then has no steps. */
export const TEXT_FAULT = 'text'

/** The steps of the text, and its problems shortly after the last key press. */
export function useCheck(text: string): { readonly flow: Flow; readonly problems: readonly Problem[] } {
  const [settled] = useDebouncedValue(text, CHECK_AFTER_MS)
  const { document, fault } = useMemo(() => read(settled), [settled])
  const flow = useMemo(() => flowOf(read(text).document), [text])
  const checked = useQuery({
    queryKey: ['playbook-check', settled],
    queryFn: () => call('POST /api/v1/playbooks/validate', { body: { document } }),
    enabled: fault === null && typeof document === 'object' && document !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
  return { flow, problems: fault === null ? (checked.data?.problems ?? []) : [{ path: TEXT_FAULT, reason: fault }] }
}

const AT_STEP = /^steps[/.[](\d+)\]?[/.]?(.*)$/

export function faultySteps(flow: Flow, problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(
    problems.flatMap(({ path }) => {
      const at = AT_STEP.exec(path)?.[1]
      const id = at === undefined ? undefined : flow.nodes[Number(at)]?.id
      return id === undefined ? [] : [id]
    }),
  )
}

export function problemsOf(id: string, flow: Flow, problems: readonly Problem[]): readonly Problem[] {
  return problems.flatMap(({ path, reason }) => {
    const [, at, inside = ''] = AT_STEP.exec(path) ?? []
    return at !== undefined && flow.nodes[Number(at)]?.id === id ? [{ path: inside, reason }] : []
  })
}

/** A playbook of the product cannot be changed: saving it creates a playbook of the tenant. */
export function useSave(playbook: Playbook | null, text: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => {
      const body = { document: read(text).document }
      return playbook === null || playbook.is_builtin
        ? call('POST /api/v1/playbooks', { body })
        : call('PUT /api/v1/playbooks/{id}', { path: { id: playbook.id }, body })
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries()
      if (id !== playbook?.id) await navigate({ to: '/playbooks/$id', params: { id } })
    },
  })
}
