CREATE TABLE `letters` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notification_parts` (
	`notification_id` text NOT NULL,
	`part` integer NOT NULL,
	`user_ids` text NOT NULL,
	PRIMARY KEY(`notification_id`, `part`),
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notification_totals` (
	`notification_id` text PRIMARY KEY NOT NULL,
	`recipients` integer DEFAULT 0 NOT NULL,
	`read` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_id` text NOT NULL,
	`sender_role` text NOT NULL,
	`sender_name` text NOT NULL,
	`sender_email` text NOT NULL,
	`college_id` text,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`type` text NOT NULL,
	`priority` text NOT NULL,
	`target_type` text NOT NULL,
	`targets` text NOT NULL,
	`scheduled_for` integer,
	`expires_at` integer,
	`attachment_name` text,
	`attachment_type` text,
	`attachment_file` text,
	`attachment_bytes` integer,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`missed_at` integer,
	`deleted_at` integer,
	`letter_id` text,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`letter_id`) REFERENCES `letters`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `notifications_sent` ON `notifications` (`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_listed` ON `notifications` (case when sent_at is null then 9007199254740991 else sent_at end,`id`);--> statement-breakpoint
CREATE INDEX `notifications_college_listed` ON `notifications` (`college_id`,case when sent_at is null then 9007199254740991 else sent_at end,`id`);--> statement-breakpoint
CREATE INDEX `notifications_due` ON `notifications` (`scheduled_for`) WHERE sent_at is null and missed_at is null;--> statement-breakpoint
CREATE INDEX `notifications_deleted` ON `notifications` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `notifications_letter` ON `notifications` (`letter_id`);--> statement-breakpoint
CREATE TABLE `reading_totals` (
	`quarter` integer PRIMARY KEY NOT NULL,
	`readings` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notification_recipients` (
	`notification_id` text NOT NULL,
	`user_id` text NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer,
	`read_at` integer,
	PRIMARY KEY(`notification_id`, `user_id`),
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `recipients_inbox` ON `notification_recipients` (`user_id`,`sent_at`,`notification_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `recipients_unread` ON `notification_recipients` (`user_id`,`expires_at`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `recipients_seen` ON `notification_recipients` (`notification_id`,`read_at`,`user_id`);--> statement-breakpoint
DROP INDEX `users_college_role_groups`;--> statement-breakpoint
CREATE INDEX `users_college_role_groups` ON `users` (`college_id`,`role`,`batch`,`branch`,`section`,`is_active`);--> statement-breakpoint
ALTER TABLE `mails` ADD `letter_id` text REFERENCES letters(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `mails_letter` ON `mails` (`letter_id`) WHERE letter_id is not null;--> statement-breakpoint
CREATE TRIGGER `notification_is_counted` AFTER INSERT ON `notifications` BEGIN
	INSERT INTO `notification_totals` (`notification_id`) VALUES (NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `recipient_is_counted` AFTER INSERT ON `notification_recipients` BEGIN
	UPDATE `notification_totals` SET `recipients` = `recipients` + 1, `read` = `read` + (NEW.`read_at` IS NOT NULL)
	WHERE `notification_id` = NEW.`notification_id`;
	INSERT INTO `reading_totals` (`quarter`, `readings`)
	SELECT NEW.`read_at` / 900000, 1 WHERE NEW.`read_at` IS NOT NULL
	ON CONFLICT DO UPDATE SET `readings` = `readings` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `reading_is_counted` AFTER UPDATE OF `read_at` ON `notification_recipients` BEGIN
	UPDATE `notification_totals` SET `read` = `read` + (NEW.`read_at` IS NOT NULL) - (OLD.`read_at` IS NOT NULL)
	WHERE `notification_id` = NEW.`notification_id`;
	UPDATE `reading_totals` SET `readings` = `readings` - 1 WHERE `quarter` = OLD.`read_at` / 900000;
	INSERT INTO `reading_totals` (`quarter`, `readings`)
	SELECT NEW.`read_at` / 900000, 1 WHERE NEW.`read_at` IS NOT NULL
	ON CONFLICT DO UPDATE SET `readings` = `readings` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `recipient_is_discounted` AFTER DELETE ON `notification_recipients` BEGIN
	UPDATE `notification_totals` SET `recipients` = `recipients` - 1, `read` = `read` - (OLD.`read_at` IS NOT NULL)
	WHERE `notification_id` = OLD.`notification_id`;
	UPDATE `reading_totals` SET `readings` = `readings` - 1 WHERE `quarter` = OLD.`read_at` / 900000;
END;
