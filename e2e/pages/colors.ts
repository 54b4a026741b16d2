import type { Locator } from '@playwright/test'

type ColorProperty = 'color' | 'backgroundColor' | 'borderBottomColor'

/** The computed color of an element, as `rgb(…)`. */
export function colorOf(element: Locator, property: ColorProperty): Promise<string> {
  return element.evaluate((one, name) => one.ownerDocument.defaultView!.getComputedStyle(one)[name], property)
}

/** Whether a color is predominantly red. */
export function isRed(color: string): boolean {
  const [red, green, blue] = channelsOf(color)
  return red > 1.3 * Math.max(green, blue)
}

/** The WCAG contrast ratio of an element's text and background, from 1 to 21. */
export async function contrastOf(element: Locator): Promise<number> {
  const background = await element.evaluate((one) => {
    const { getComputedStyle } = one.ownerDocument.defaultView!
    let behind: typeof one.parentElement = one
    while (behind && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement
    return behind ? getComputedStyle(behind).backgroundColor : 'rgb(255, 255, 255)'
  })
  const [one, other] = [luminanceOf(await colorOf(element, 'color')), luminanceOf(background)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function channelsOf(color: string): [red: number, green: number, blue: number] {
  const [red, green, blue] = color.match(/[\d.]+/g)?.map(Number) ?? []
  if (red === undefined || green === undefined || blue === undefined) throw new Error(`${color} is not a color.`)
  return [red, green, blue]
}

/** Relative luminance in WCAG 2. */
function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
