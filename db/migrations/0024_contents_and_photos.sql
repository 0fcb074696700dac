CREATE TABLE "stored_contents" (
	"id" text PRIMARY KEY NOT NULL,
	"stored_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "photo_refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO "stored_contents" ("id", "stored_at") SELECT "id", "created_at" FROM "files" ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "stored_contents" ("id", "stored_at") SELECT "file_id", "received_at" FROM "document_parts" ON CONFLICT DO NOTHING;
