/** What the API may use of the chat bot. */
export { CHAT_PLATFORMS, type ChatPlatform, type ChatUser, makeLinkCode, unlinkAccounts } from './accounts.ts'
export { answerChat, type ChatAnswer, type ChatCall, type ChatDeps, decideInChat } from './commands.ts'
export { isFromSlack, isFromTeams } from './signature.ts'
