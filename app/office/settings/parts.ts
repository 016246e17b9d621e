/** The parts of the settings, in their order; each has a screen of its own below `/office/settings`. */
export const settingParts = [
  'vacation',
  'branches',
  'sell',
  'shipping',
  'bank',
  'orders',
  'notices',
  'retention',
  'shop',
  'keys',
] as const
export type SettingPart = (typeof settingParts)[number]

/** The settings that are changed on each part's screen; each is saved by itself. */
export const keysOfParts = {
  vacation: ['vacation'],
  branches: [],
  sell: ['sell', 'buying'],
  shipping: ['shipping'],
  bank: ['bank'],
  orders: ['orders', 'tax', 'datev'],
  notices: ['notices'],
  retention: ['buying', 'mails'],
  shop: ['site', 'contact', 'company'],
  keys: [],
} as const satisfies Record<SettingPart, readonly string[]>

/** What has a form: a setting, or a branch. */
export type FormKey = (typeof keysOfParts)[SettingPart][number] | 'branch'
