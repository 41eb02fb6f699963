import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Shown } from './shown.tsx'

type RuleNameProps = {
  readonly id: string | null
  /** If it is undefined, the rule is loaded. */
  readonly title?: string | undefined
}

/** The title of a rule as a link; the id if the account may not read rules, or if the rule was deleted. */
export function RuleName({ id, title }: RuleNameProps) {
  const mayRead = mayCall(useSession(), 'GET /api/v1/rules/{id}')
  const rule = useQuery({
    queryKey: ['rule-title', id],
    queryFn: () => bodyOf(GET('/api/v1/rules/{id}', { params: { path: { id: id ?? '' } } })),
    enabled: mayRead && id !== null && title === undefined,
    retry: false,
    staleTime: 300_000,
  })
  if (id === null) return <span className="quiet">none</span>
  const text = <Shown text={title ?? rule.data?.title ?? id} lengthMax={160} />
  return mayRead ? (
    <Link to="/detections/$id" params={{ id }}>
      {text}
    </Link>
  ) : (
    text
  )
}
