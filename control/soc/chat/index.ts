/** The chat bot: commands and threads in Slack and Teams that follow cases. */
export { type ChatUser, tenantOfChat } from './accounts.ts'

export { type BotTokens, botTokens } from './bot-token.ts'
export { CHAT_OPERATIONS, type ChatDeps, type ChatOperation } from './chat-deps.ts'
export {
  acknowledgeInChat,
  answerChat,
  type ChatAnswer,
  type ChatCall,
  decideInChat,
  isCommand,
} from './commands.ts'
export { previews } from './previews.ts'
export { followThreads, threadWorkers } from './run-threads.ts'
export { isFromSlack, isFromTeams } from './signature.ts'
export { onThreadEvent, type ThreadEvent } from './threads.ts'
