import type { ComponentType } from 'react'
import type { Permission } from '#app/shop/staff/permissions.ts'
import type { openPaths, ScreenName } from './paths.ts'

type Module = { default: ComponentType }
type Modules = Record<string, () => Promise<Module>>

/** The code of each screen; fetched when it is opened. */
export const screenModules: Modules & Record<ScreenName, () => Promise<Module>> = {
  today: () => import('./today/TodayScreen.tsx'),
  pieces: () => import('./pieces/PiecesScreen.tsx'),
}

export const openModules: Modules & Record<keyof typeof openPaths, () => Promise<Module>> = {}

export type NavigationEntry = {
  screen: ScreenName
  permission: Permission
  group: 'daily' | 'shop' | 'administration'
}

/** The navigation, in its order. */
export const navigation: readonly NavigationEntry[] = [
  { screen: 'today', permission: 'office.enter', group: 'daily' },
  { screen: 'pieces', permission: 'pieces.see', group: 'daily' },
]
