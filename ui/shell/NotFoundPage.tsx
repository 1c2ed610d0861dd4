import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { usePageTitle } from './use-page-title.ts';

/** For an address that no page has. */
export function NotFoundPage() {
  usePageTitle('Not found');
  return (
    <main id="main">
      <h1 className="sr-only">Not found</h1>
      <EmptyState icon={SearchX} title="There is no such page">
        <Link to="/" className="text-accent underline">
          Go to the overview
        </Link>
      </EmptyState>
    </main>
  );
}
