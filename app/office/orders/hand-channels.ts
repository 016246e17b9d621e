/** How money comes that staff report: by transfer, or in the branch, where it is said whether it was cash. */
export const handChannels = ['bank-transfer', 'cash', 'card'] as const
export type HandChannel = (typeof handChannels)[number]
