/** What came of one try to send a message. */
export type Sent =
  /** The server took it, and nobody says whether it arrived. */
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'failed' | 'skipped'; readonly reason: string }
  | {
      readonly outcome: 'later'
      readonly reason: string
      readonly afterMs?: number
      readonly isUnreached?: boolean
    }
