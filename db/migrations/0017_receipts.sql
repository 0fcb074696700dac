CREATE TABLE "receipts" (
	"code" text PRIMARY KEY NOT NULL,
	"sitting_id" text NOT NULL,
	"receipt" jsonb NOT NULL
);
--> statement-breakpoint
-- Receipts given before can be asked about by their short code, too.
INSERT INTO "receipts" ("code", "sitting_id", "receipt")
SELECT replace("receipt"->>'code', '-', ''), "id", "receipt" FROM "sittings" WHERE "receipt" IS NOT NULL
ON CONFLICT DO NOTHING;
