import type { ReactNode } from 'react';
import { QueryState, type QueryStateProps } from '../states.tsx';
import { Card, Page } from './page.tsx';

interface QueryPageProps<Data> extends QueryStateProps<Data> {
  /** The kind of the object, which is the heading until the object is loaded. */
  readonly title: string;
  /** As of `Page`. */
  readonly parent: ReactNode;
}

/** The page of one object, or its loading or error state, which has a heading and the margins of a page, too. */
export function QueryPage<Data>({ title, parent, ...state }: QueryPageProps<Data>) {
  if (state.query.data !== undefined) return state.children(state.query.data);

  return (
    <Page title={title} parent={parent}>
      <Card>
        <QueryState {...state} />
      </Card>
    </Page>
  );
}
