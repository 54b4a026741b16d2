import { teamsDarkTheme, teamsLightTheme } from '@fluentui/react-components'
import type { Plugin } from 'vite'

type Name = keyof typeof teamsLightTheme

/** Writes Fluent's colors into the page's own styles, which apply before there is a theme. */
export function inlineTheme(): Plugin {
  const colorOf = (name: string) => `light-dark(${teamsLightTheme[name as Name]}, ${teamsDarkTheme[name as Name]})`
  return {
    name: 'inline-theme',
    transformIndexHtml: {
      // After the style sheet's own processing, which would write light-dark() for browsers that lack it.
      order: 'post',
      handler: (html) => html.replaceAll(/var\(--(color\w+)\)/g, (_, name: string) => colorOf(name)),
    },
  }
}
