ALTER TABLE "enrolments" ADD COLUMN "checked_in_photo" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "photo_file_id" text;