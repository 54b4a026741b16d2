/** Parts of words, at least one of which is in every text that the recognizer of the contract knows. */
const WORDS =
  /st+o*p|sotp|quit|ceas|te?xt|mess?ag|msg|contact|bother|spam|harr?as|remov|rmov|rwmov|delet|lose|loose|forget|list|off\b|unsu|opt|alone|away|lost|block|sign|consent|agree|wrong|worng|wrng|numb|reassign|person|name|know|system|incorrect|belong|sms|cancel|these|send|escrib|mand|env[ií]|mensaj|msj|paz|baja|borr|b[oó]rr|elim|quiten|s[aá][cq]|equi|molest|vive|conozco|persona|chingar|autoriz|this/i

/** Whether the recognizer is worth loading for a text. */
export const mayWish = (text: string): boolean => WORDS.test(text)
