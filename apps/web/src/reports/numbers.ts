const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** `12,345` */
export const written = (count: number): string => count.toLocaleString('en-US')

/** `12.3K`, for narrow spaces. */
export const compactText = (count: number): string => compact.format(count)

/** `82%` for a share from 0 to 1. Only exact shares are shown as 0% or 100%. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.01) return 'under 1%'
  if (share > 0.99 && share < 1) return 'over 99%'
  return `${Math.round(share * 100)}%`
}
