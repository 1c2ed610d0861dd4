/** What a watch tells about one object. `replaced` is another object under the same name. */
export type Change<T> =
  | { readonly kind: 'added'; readonly next: T }
  | { readonly kind: 'modified'; readonly next: T; readonly previous: T }
  | { readonly kind: 'replaced'; readonly next: T; readonly previous: T }
  | { readonly kind: 'deleted'; readonly last: T; readonly finalStateKnown: boolean };
