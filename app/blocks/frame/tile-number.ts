import { createContext, useContext } from 'react'

/** The step that a tile is, inside numbered tiles. */
export const TileNumberContext = createContext<number | null>(null)

export function useTileNumber(): number | null {
  return useContext(TileNumberContext)
}
